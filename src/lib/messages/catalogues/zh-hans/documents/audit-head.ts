export default {
  documentAudit: {
    atExport: '导出时本实例的审计记录：{head}'
  }
} as const;
