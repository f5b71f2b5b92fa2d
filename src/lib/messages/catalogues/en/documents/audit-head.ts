/** The line of a document that says how the audit trail stood when it was exported. */
export default {
  documentAudit: {
    atExport: 'Audit trail of the instance at export: {head}'
  }
} as const;
