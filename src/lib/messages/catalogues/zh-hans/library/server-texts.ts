import type { Translation } from '../../translation.ts';
import type en from '../../en/library/server-texts.ts';

export default {
  serverText: {
    nothingHere: '此地址没有内容。',
    addressUnreadable: '无法读取此地址：其中有部分缺失或有误。请检查链接。',
    tooLarge: '超过服务器可接受的大小。请发送较小的文件，或分成几个发送。',
    notTaken: '此地址不接受所发送的内容。',
    fault: '服务器出现错误。已保存的内容不会丢失。请重试；若再次发生，请将参考编号告知本服务器的运维人员。',
    otherSite: '请求来自其他站点。',
    otherPerson: '此内容由另一人撰写，将在其重新登录后发送。',
    notParticipants: '此页面不对参与者开放。',
    forAdmins: '此页面仅供本实例的管理员使用。',
    notForUsers: '此地址不对用户开放。',
    viewersRead: '查看者只能查看，不能更改。',
    roleClosed: '您在此项目中的角色不能打开此页面。',
    noProject: '没有此项目。',
    receives: '此地址只接收表单提交的内容，不能作为页面打开。',
    noLength: '请求未注明长度（Content-Length）。请注明长度后发送。',
    requestLarge: '请求超过 {size}。请减少每次发送的内容。',
    diskFull: '未保存：服务器磁盘已满（{word}）。{next}',
    savedBefore: '此前保存的内容仍在。请告知服务器的运维人员，然后重试。',
    diskFails: '未保存：服务器磁盘出错（{word}）。{next}',
    databaseLocked: '未保存：另一进程锁定数据库超过 {seconds} 秒（{word}）。{next}',
    tryAgain: '此前保存的内容仍在。请重试；如果再次出现此提示，请告知服务器的运维人员。',
    lockedForRun: '另一进程锁定数据库超过 {seconds} 秒（{word}）。{kept}请等它结束，然后{next}。',
    diskOfDatabase: '数据库所在磁盘已满或出错（{word}）。{kept}请腾出磁盘空间，然后{next}。',
    resumeRun: '继续运行',
    damaged: '无法读取 {table} 的 {column}：数据库中的记录已损坏。请让运维人员从备份恢复。',
    decidedByOther: '您打开此页面之后，另一位专家已作出裁定。',
    wordingChanged: '您打开此页面之后，措辞已更改。',
    unavailableThing: '{thing}不可用：{why}。',
    largerThan: '{thing} 超过 {size}。',
    roundSettings: '无法以这些设置开始轮次。',
    noneOfQueries: '项目中没有这些查询。'
  }
} satisfies Translation<typeof en>;
