import type { Translation } from '../translation.ts';
import type en from '../en/studies.ts';

export default {
  unblindings: {
    reason: '期中查看的理由',
    reasonHint: '将显示在研究页面上并记入审计记录。请在相关论文中报告。',
    looked: '{name}，{when} UTC，当时已提交 {labels}/{total} 个标注'
  },
  interimLook: {
    title: '提前查看未完成的项',
    heading: '对单个项的期中查看',
    about:
      '已提交 {done}/{total} 个标注，尚缺 {left} 个。下一页将显示每一项及其报告、每位标注员的标注以及各评审的判定。负责人看过后可能影响标注员，因此会记录查看者、时间和理由。',
    noPlan: '尚未预注册分析计划',
    noPlanAbout: '打开这些项的同时也会揭盲统计结果。此后撰写的计划会有相应标记。<link>请先预注册</link>。',
    submit: '记录理由并显示各项',
    keepBlind: '保持盲态',
    soFar: '已有的期中查看',
    last: '最近一次：{when} UTC。每次查看都须给出理由。'
  },
  studyState: {
    state: '{state, select, closed{已关闭} paused{已暂停} complete{已完成} open{未开始} other{进行中}}'
  },
  studySearch: {
    search: '搜索研究',
    metric: '指标',
    allMetrics: '全部指标',
    state: '状态',
    allStates: '全部状态',
    isState: '{state, select, open{开放} paused{已暂停} closed{已关闭} other{{state}}}',
    one: '项研究',
    several: '项研究',
    none: '没有符合条件的研究。<link>显示全部</link>'
  },
  studyList: {
    title: '研究',
    spotChecks: '抽查',
    plan: '规划研究',
    seats: '十二个空席位',
    none: '还没有研究',
    about: '研究会显示在这里。在研究中，标注员对评分运行的部分抽样项进行盲评，再将各评审与其比较。',
    ready: '有 {n} 次评分运行可供抽样。',
    notEnded: '尚无评分运行结束。有运行结束后即可规划研究。',
    noRun: '还没有可供抽样的评分运行。请先对报告评分。',
    openRuns: '打开评分运行',
    leadPlans: '项目负责人可以规划研究。',
    table: '研究列表',
    study: '研究',
    state: '状态',
    metric: '指标',
    run: '评分运行',
    items: '项',
    annotators: '标注员',
    reveal: '揭晓',
    labels: '盲评标注',
    committed: '已提交',
    report: '报告',
    imported: '导入',
    file: '文件',
    of: '/ {total}',
    progress: '已提交 {done}/{total} 个盲评标注',
    alignment: '对齐',
    alignmentOf: '{study} 的对齐报告'
  },
  studyCrumbs: {
    projects: '项目',
    studies: '研究',
    page: '{page, select, new{规划研究} extend{追加抽样} quality{标注质量} protocol{研究方案与文件} errors{评审的错误} guideline{标注指南} questions{提问} look{提前查看未完成的项} other{{page}}}',
    adjudication: '{study}，仲裁',
    item: '第 {n} 项'
  },
  studyItems: {
    itemsHere: '此报告的各项',
    cannotJudge: '无法判定',
    now: '当前',
    notTaken: '上一个标注未保存',
    reload: '重新加载',
    reports: '报告',
    shownReport: '当前显示的报告',
    report: '报告 {title}'
  },
  closeStudy: {
    all: '全部标注均已提交。',
    missing: '尚缺 {n} 个标注，关闭后将无法提交。',
    about: '已提交的标注会计入报告，草稿予以保留。已关闭的研究不能重新打开，但其中的项可用于其他研究。',
    aboutShown:
      '已提交的标注会计入报告，草稿予以保留。已关闭的研究不能重新打开，但其中的项可用于其他研究，已看过评审结果的标注员除外。',
    keepOpen: '保持开放',
    close: '关闭研究',
    closing: '正在关闭…'
  },
  studyNext: {
    paused: '准备好后请继续研究。在此之前研究不会有任何变化。',
    label: '{names}（共 {n} 人）会在首页看到此研究并逐项标注，看不到评审结果，也看不到彼此的标注。',
    counts: '<link>对齐报告</link>会即时计入每个已提交的标注，并显示尚缺多少。',
    decide: '请阅读<link>对齐报告</link>并在其中记录决定。研究关闭之前，标注员仍可查看评审结果并记录偏好。',
    decideUndo: '请阅读<link>对齐报告</link>并在其中记录决定。研究关闭之前，标注员仍可撤销标注。',
    ended: '标注已结束。<link>对齐报告</link>基于 {n} 个已提交的标注。'
  }
} satisfies Translation<typeof en>;
