import type { Translation } from '../../translation.ts';
import type en from '../../en/projects/crowd.ts';

export default {
  crowd: {
    title: '众包参与者',
    about:
      '供招募平台上多位参与者使用的一个链接。每位参与者占用此研究的一个名额，再次进入时回到原来的任务，完成最后一个任务后会看到完成码。',
    make: '创建链接',
    made: '参与者链接',
    madeAbout: '链接仅在此时显示。请将其填入您的平台，并让平台在“{parameter}=”之后添加参与者编号。',
    link: '链接',
    noPlaces: '此研究没有空余名额。请先<link>创建众包名额</link>，并在规划研究时将其选为标注员。',
    places: '名额数',
    placesFree: '此研究有 {n, plural, other{#}} 个空余名额。',
    parameter: '参与者编号的参数',
    parameterHint: 'Prolific 发送的参数是 PROLIFIC_PID。',
    code: '完成码',
    codeHint: '可选。留空时随机生成。',
    validFor: '有效期',
    days: '{n, plural, other{#}} 天',
    links: '链接',
    noLinks: '此研究的链接将显示在此处。',
    taken: '已用名额',
    takenOf: '{taken}/{places}',
    created: '创建时间',
    expires: '到期时间',
    state: '状态',
    stateOf: '{state, select, open{有效} expired{已到期} other{已撤销}}',
    withdraw: '撤销',
    withdrawThis: '撤销 {day} 创建的链接',
    withdrawnNow: '该链接已失效，其参与者的会话已结束。',
    participants: '参与者',
    nobodyYet: '参与者打开链接并开始后将显示在此处。',
    participantId: '参与者编号',
    account: '账号',
    joined: '开始时间（UTC）',
    judged: '已评判的项',
    progress: '{state, select, done{已完成} other{进行中}}',
    enterTitle: '参与 {project}',
    participantIs: '您的参与者编号是 <b>{participant}</b>。',
    enterAbout: '您将在若干任务中评判报告。您可以随时离开，并通过同一链接回来。完成最后一个任务后，您会得到完成码。',
    start: '开始',
    noParticipant: '网址的“{parameter}”中没有有效的参与者编号。请从您的平台重新打开此研究。',
    signedIn: '您已以 {name} 的身份登录。如需以参与者身份进入，请先退出登录。',
    complete: '全部任务已完成',
    completeAbout: '请将完成码复制到您的平台。',
    gone: '{n, plural, other{# 项任务}}已不再分配给您',
    goneAbout:
      '您长时间未操作，或负责人已将其重新分配。全部任务完成后才会显示完成码：请领取仍可用的任务，或联系本研究的负责人。您已提交的标签仍然有效。',
    completionCode: '完成码'
  }
} satisfies Translation<typeof en>;
