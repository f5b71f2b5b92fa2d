import type { Translation } from '../translation.ts';
import type en from '../en/account.ts';

export default {
  signIn: {
    title: '登录',
    email: '电子邮箱',
    password: '密码',
    noAccount: '还没有账号？请联系您的负责人获取链接。本站不开放自行注册。'
  },
  door: {
    about:
      '专家核验基准，标注员对报告进行盲评，大语言模型评审评判同样的报告。再由一致性统计判断哪些评审可以代替人工标注员。',
    dataStays: '所有数据都保留在本服务器上。'
  },
  account: {
    title: '账号',
    signOut: '退出登录',
    appearance: '外观',
    matchSystem: '跟随系统',
    light: '浅色',
    dark: '深色',
    password: '密码',
    passwordChanged: '密码已修改',
    otherSessionsEnded: '您的其他会话已结束。',
    currentPassword: '当前密码',
    newPassword: '新密码',
    passwordHint: '至少 10 个字符。几个互不相关的词语就很好。',
    changePassword: '修改密码',
    sessions: '会话',
    sessionsAbout: '您当前的登录会话。30 天未使用，或登录满 90 天后，会话自动结束。',
    tableOfSessions: '会话列表',
    browser: '浏览器',
    signedIn: '登录时间',
    lastUsed: '最近使用',
    ends: '到期时间',
    end: '结束',
    thisSession: '当前会话',
    endSession: '结束 {browser} 的会话，最近使用于 {when}',
    endOthers: '结束所有其他会话',
    sessionEnded: '会话已结束。',
    othersEnded: '所有其他会话已结束。'
  },
  link: {
    name: '姓名',
    email: '电子邮箱',
    password: '密码',
    newPassword: '新密码',
    passwordHint: '至少 10 个字符。几个互不相关的词语就很好。',
    joinTitle: '加入 {project}',
    joinAs: '以{role}身份加入',
    join: '加入',
    invited: '您受邀担任{role}。此链接用于创建账号，仅能使用一次。',
    signedInAs: '您已登录为 <b>{name}</b>。此链接为您的账号增加{role}角色，仅能使用一次。',
    resetTitle: '设置新密码',
    resetAbout: '您的其他会话将结束。此链接仅能使用一次。',
    reset: '设置密码',
    setUpTitle: '初始化 Voirdire',
    setUpAbout: '您将成为第一位管理员：创建项目并指定其负责人。此页面仅能使用一次。',
    setUp: '创建我的账号'
  }
} satisfies Translation<typeof en>;
