import type { Translation } from '../translation.ts';
import type en from '../en/frame.ts';

export default {
  frame: {
    skip: '跳到正文',
    whereYouAre: '当前位置',
    inbox: '收件箱',
    inboxLabel: '{n, plural, =0{收件箱} other{收件箱，# 条未读}}',
    keys: '快捷键',
    keysTitle: '本页快捷键',
    keyGroup: '{group, select, answering{作答} moving{切换} reading{阅读} writing{填写} other{标注指南与帮助}}',
    noKey: '无按键',
    changeKeys: '更改快捷键',
    close: '关闭',
    project: '项目',
    projects: '项目',
    toProjects: '前往我的项目',
    tryAgain: '重试',
    unanswered: '服务器没有响应，或其响应无法读取。您输入的文字已保存在此浏览器中。请检查网络连接后重试。',
    backToForm: '返回表单',
    formTooLarge: '输入的内容超过 {size}，即此表单的上限。请选择较小的文件，或减少每次发送的文字。',
    reference: '参考编号',
    whatToFix: '需要修改的内容',
    problem: '{row, select, none{{column}：{reason}} other{第 {row, id} 行，{column}：{reason}}}',
    found: '实际内容：{found}',
    moreProblems: '{n, plural, other{另有 # 处}}',
    errorTitle:
      '{status, select, 400{无法这样操作} 401{请先登录} 403{您不能打开此页面} 404{页面不存在} 405{这不是页面} 409{当前状态下无法操作} 410{链接已失效} 413{内容过大} 415{未被接受} 429{尝试次数过多} 503{暂不可用} 507{磁盘已满} other{出错了}}',
    manage: '管理',
    renameOrDelete: '重命名、归档或删除'
  },
  language: {
    title: '语言',
    ofBrowser: '跟随浏览器'
  },
  roles: {
    name: '{role, select, annotator{标注员} reviewer{审核员} adjudicator{仲裁员} lead{负责人} viewer{查看者} other{管理员}}',
    heading:
      '{role, select, annotator{标注员} reviewer{审核员} adjudicator{仲裁员} lead{负责人} viewer{查看者} other{管理员}}'
  },
  rooms: {
    home: '主页',
    queries: '查询',
    verification: '核验',
    reports: '报告',
    runs: '评分运行',
    leaderboard: '排行榜',
    studies: '研究',
    alignment: '对齐',
    judges: '评审',
    people: '人员',
    audit: '审计'
  },
  denied: {
    hidden: '此处没有内容',
    hiddenTitle: '没有您可以访问的页面',
    hiddenAbout: '地址可能有误，或者该页面属于您没有角色的项目。项目负责人可以邀请您加入。',
    closed: '未对您开放',
    forLeads: '此页面仅供负责人使用',
    blind: '您是 {project} 的标注员。在您完成评判之前，系统和评审结果保持隐藏，以保证盲评。',
    toQueue: '前往我的任务队列',
    closedTitle: '此页面未对您开放',
    closedAbout: '您的角色不包含此页面。负责人可以在项目的“人员”页面更改角色；管理员由其他管理员指定。'
  },
  durations: {
    seconds: '{s} 秒',
    minutes: '{min} 分钟',
    minutesAndSeconds: '{min} 分 {s} 秒',
    hours: '{h} 小时 {min} 分钟'
  }
} satisfies Translation<typeof en>;
