import type { Translation } from '../translation.ts';
import type en from '../en/account.ts';

export default {
  signIn: {
    title: '登录',
    email: '电子邮箱',
    password: '密码',
    withProvider: '使用 {name} 登录',
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
    othersEnded: '所有其他会话已结束。',
    tokens: '个人令牌',
    tokensAbout: '程序可凭令牌以您的身份使用 <link>API</link>，权限不超过您的角色。修改密码后，所有令牌失效。',
    tokenMade: '令牌已创建',
    tokenOnce: '请立即复制令牌。此后不再显示。',
    tokenRevoked: '令牌已撤销。',
    tableOfTokens: '个人令牌列表',
    noTokens: '您还没有令牌。请在下方创建令牌以使用 API。',
    tokenName: '名称',
    tokenNameHint: '例如：预研究的笔记本',
    tokenStart: '开头',
    scopes: '权限范围',
    scopeHint:
      '{scope, select, read{读取您可以读取的全部内容。每个令牌都有此权限范围。} work{领取并提交您自己的标注工作。} other{导入数据、启动运行，以及负责人的其他操作。}}',
    created: '创建时间',
    expires: '到期时间',
    expired: '已于 {day} 到期',
    neverUsed: '从未使用',
    expiresIn: '有效期',
    days: '{n} 天',
    createToken: '创建令牌',
    revoke: '撤销',
    revokeToken: '撤销令牌 {name}'
  },
  api: {
    title: 'API',
    document: 'OpenAPI 文档',
    about:
      '程序通过 <code>/api/v1</code> 下的地址使用 Voirdire，并使用“<link>账号</link>”页面上的个人令牌。令牌的权限不超过您的角色。',
    asked: '每个请求都要发送令牌：<code>Authorization: Bearer vdr_…</code>。系统忽略 cookie。',
    once: '带 <code>Idempotency-Key</code> 的 POST 请求可在 24 小时内重发。操作只执行一次，每次请求都得到相同的响应。',
    rate: '每人每分钟最多发送 {n} 个请求。超出后返回 429 及 Retry-After。',
    english: '操作的名称和说明为英文。',
    operations: '操作',
    name: '操作',
    parameters: '参数',
    body: '请求（{type}）',
    answer: '响应 {status}（{type}）',
    field: '字段',
    type: '类型',
    meaning: '含义',
    optional: '（可选）',
    problems: '问题类型',
    problemsAbout: '拒绝以 <code>application/problem+json</code>（RFC 9457）返回。其 <code>code</code> 字段为以下之一。'
  },
  ownKeys: {
    title: '快捷键',
    about:
      '每个操作在所有页面上使用同一个按键。要更改按键，请选中对应的输入框，然后按下新的按键。不需要按键的操作可以留空。用于作答的数字和字母是固定的。',
    action:
      '{action, select, allKeys{列出本页全部快捷键} guideline{打开标注指南} ask{向负责人提问} accept{同意或接受} decline{不同意、拒绝或驳回} cannotJudge{无法判断} points{按维度打分} undo{撤销上一次作答} revise{修改您的判定} merge{合并两个措辞} inDataset{保留在数据集中或剔除} note{写备注} wording{填写措辞} appendItem{补充缺少的核对项} find{在报告中查找} switchText{切换到另一份报告} nextPassage{下一段} previousPassage{上一段} likelyPassage{下一个可能相关的段落} markPassage{以该段落为依据} pinPassage{固定该段落} other{前往引用的来源并返回}}',
    save: '保存快捷键',
    saved: '快捷键已保存',
    reset: '恢复为 {key}',
    resetAll: '全部恢复默认',
    notSaved: '快捷键未保存。请修改下方标出的按键。',
    space: '空格键',
    taken: '{key} 已用于“{other}”。请按其他按键，或先更改该操作的按键。',
    fault:
      '{reason, select, reserved{{key} 由浏览器使用或用于在页面中移动。请按字母或标点符号。} digit{{key} 是数字，数字用于作答。请按字母或标点符号。} answer{在含有此操作的页面上，{key} 用于作答。请按其他按键。} other{“{key}”不是单个按键。请输入一个字母或标点符号。}}'
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
    joinWithProvider: '使用 {name} 加入',
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
