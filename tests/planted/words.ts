/** Words from which the planted reports and pages are made. All subjects, places and figures are invented. */

export type Language = 'en' | 'zh';

export const categories = ['Market analysis', 'Wide information search', 'Decision support'] as const;

export const systems = [
  { name: 'lodestar-agents', category: 'multi-agent' },
  { name: 'quill-search', category: 'single-agent-web' },
  { name: 'marram-research', category: 'single-agent-deep-research' }
] as const;

/** Plural nouns: each is the subject of one query. */
export const subjects = [
  'cargo trams',
  'reed paper mills',
  'kelp flour bakeries',
  'clay heat stores',
  'night ferries',
  'seed libraries',
  'parcel barges',
  'community ovens',
  'rooftop orchards',
  'compost yards',
  'repair workshops',
  'shared laundries',
  'tidal mills',
  'wool insulation makers',
  'hedge nurseries',
  'mobile dental clinics',
  'school greenhouses',
  'battery cranes',
  'timber bridges',
  'glass kilns',
  'village cinemas',
  'rain cisterns',
  'salt marsh farms',
  'bicycle depots',
  'fog collectors',
  'tree nurseries',
  'water taxis',
  'library night desks',
  'solar dryers',
  'cheese cellars',
  'quarry sidings',
  'sand filters',
  'lantern trails',
  'moss roofs'
] as const;

export const chineseSubjects = ['货运电车', '芦苇造纸坊', '屋顶果园', '潮汐磨坊', '雾水收集站', '共享洗衣房'] as const;

export const places = [
  'Tarbeck',
  'Orrelby',
  'Quenton',
  'Maslow Quay',
  'Fennick',
  'Dunholt',
  'Ystrad Hollow',
  'Perrin',
  'Calloway',
  'Brackmoor',
  'Issel',
  'Lowmere',
  'Varnhem',
  'Stokely',
  'Ruddle',
  'Helmsgate',
  'Arkwith',
  'Penmarra',
  'Oldwick',
  'Sorrento Fields',
  'Kilbrae',
  'Tolland',
  'Wexcombe',
  'Harrowby'
] as const;

export const chinesePlaces = ['塔贝克', '奥雷比', '昆顿', '芬尼克', '敦霍特', '佩林', '布拉克', '伊瑟尔'] as const;

export interface Measure {
  key: string;
  /** With the subject at {S}. */
  en: string;
  unit: string;
  zh: string;
  zhUnit: string;
}

const measure = (key: string, en: string, unit: string, zh: string, zhUnit: string): Measure => ({
  ...{ key, en, unit, zh, zhUnit }
});

export const measures: readonly Measure[] = [
  measure('running-cost', 'the running cost of {S}', 'thousand crowns', '运行成本', '万元'),
  measure('staff', 'the number of people employed by {S}', 'people', '雇员人数', '人'),
  measure('use', 'the daily use of {S}', 'visits', '日均使用量', '人次'),
  measure('subsidy', 'the public subsidy for {S}', 'crowns per household', '户均补贴', '元'),
  measure('energy', 'the energy use of {S}', 'megawatt hours', '能耗', '兆瓦时'),
  measure('floor', 'the floor space of {S}', 'square metres', '占地面积', '平方米'),
  measure('waiting', 'the waiting list for {S}', 'applicants', '排队人数', '人'),
  measure('output', 'the yearly output of {S}', 'tonnes', '年产量', '吨'),
  measure('repairs', 'the repair bill for {S}', 'crowns', '维修费用', '元'),
  measure('training', 'the training budget for {S}', 'crowns', '培训预算', '元'),
  measure('loan', 'the loan taken out for {S}', 'thousand crowns', '贷款额', '万元'),
  measure('members', 'the membership of {S}', 'members', '会员数', '人'),
  measure('water', 'the water use of {S}', 'cubic metres', '用水量', '立方米'),
  measure('volunteers', 'the volunteer time given to {S}', 'hours', '志愿工时', '小时'),
  measure('complaints', 'the post bag of complaints about {S}', 'letters', '投诉量', '封'),
  measure('premium', 'the insurance premium of {S}', 'crowns', '保险费', '元'),
  measure('revenue', 'the revenue of {S}', 'thousand crowns', '收入', '万元'),
  measure('share', 'the share of households served by {S}', '%', '家庭覆盖率', '%'),
  measure('distance', 'the delivery distance of {S}', 'kilometres', '配送距离', '公里'),
  measure('carbon', 'the carbon saved by {S}', 'tonnes', '减碳量', '吨')
];

/** {m} measure, {P} place, {V} value with unit, {Y} year. The first stands on pages, the others in reports. */
export const figureSentences: Record<Language, readonly string[]> = {
  en: [
    'According to the ledger for {P}, {m} amounted to {V} in {Y}',
    'In {Y}, {m} in {P} came to {V}',
    'For {P}, {m} stood at {V} in {Y}',
    'The records of {P} put {m} at {V} for {Y}',
    'By the count of {Y}, {m} in {P} was {V}'
  ],
  zh: [
    '根据{P}的台账，{Y}年{m}为{V}',
    '{Y}年，{P}的{m}达到{V}',
    '{P}的{m}在{Y}年为{V}',
    '统计显示，{Y}年{P}的{m}是{V}',
    '就{P}而言，{Y}年的{m}约合{V}'
  ]
};

/** The same without the year, for items that ask for it. */
export const yearlessSentence: Record<Language, string> = {
  en: 'For {P}, {m} has been put at {V}',
  zh: '{P}的{m}据称为{V}'
};

export const causes: Record<Language, readonly string[]> = {
  en: [
    'a shortage of trained staff',
    'slow permits',
    'unreliable deliveries',
    'quarrels over land',
    'noise at night',
    'missing spare parts',
    'a lack of storage',
    'unclear liability'
  ],
  zh: ['专业人员短缺', '审批缓慢', '供货不稳', '用地纠纷', '夜间噪声', '备件不足', '缺少仓储', '责任不清']
};

/** {P} place, {S} subject, {C} cause. The first stands on pages, the others in reports. */
export const causeSentences: Record<Language, readonly string[]> = {
  en: [
    'In {P} the operators of {S} name {C} as their main obstacle',
    'Operators of {S} in {P} point to {C} as the chief obstacle',
    'What holds back {S} in {P} above all is {C}'
  ],
  zh: ['{P}的{S}经营者认为主要障碍是{C}', '在{P}，{S}面临的首要障碍是{C}', '阻碍{P}的{S}发展的首先是{C}']
};

/** Sentences that assert nothing that a source could bear out. */
export const asides: Record<Language, readonly string[]> = {
  en: [
    'This part of the report looks at what was counted.',
    'The following paragraph goes through the places one by one.',
    'Readers in a hurry may skip to the end.',
    'The order of the places carries no weight.',
    'What matters here is the comparison between the places.'
  ],
  zh: ['本节先说明统计口径。', '下文按地点依次说明。', '排列顺序不代表优劣。', '这里关注的是各地之间的比较。']
};

export const analysis: Record<Language, readonly string[]> = {
  en: [
    'Cost and use do not move together, which suggests that location matters more than size.',
    'The reading rests on self-reported ledgers and should be weighed accordingly.',
    'If staff is the bottleneck, more money would first show up as vacancies and only later as service.',
    'A cautious board would therefore try one place before it extends the scheme.',
    'The opposite reading, that demand drives cost, cannot be ruled out with these sources.',
    'Savings in one place seem to reappear as repairs in another, so that the balance has to be drawn over all of them.',
    'Whoever values reach over thrift will rank the places the other way round.',
    'The weakest link is the comparison across years, because the counts changed hands.'
  ],
  zh: [
    '成本与使用量并不同步，可见位置比规模更重要。',
    '上述解读依赖自报台账，应谨慎看待。',
    '如果瓶颈在于人手，增加的经费会先表现为空缺岗位。',
    '稳妥的做法是先在一地试行，再决定是否推广。',
    '相反的解释，即需求推高成本，目前也无法排除。',
    '一地节省的开支似乎会在另一地变成维修费。'
  ]
};

export const misspelt: readonly string[] = [
  'This section recieves the most attention becuase the ledgers are fullest there.',
  'The remaning places was left aside for want of space.',
  'Teh overview below is meant as an orientation.'
];
export const misspeltChinese = '这一部份的的说明较为简略。';

/** Titles and opening words of pages that have nothing to do with any query. */
export const strayPages: readonly { slug: string; title: string; lines: readonly string[] }[] = [
  {
    slug: 'plum-cake',
    title: 'Plum cake for a crowd',
    lines: [
      'Halve the plums, stone them and lay them out on a cloth while the dough rests under a bowl.',
      'Work cold butter into flour and sugar until it looks like wet sand, then add the eggs one after the other.',
      'Bake until the rim is brown and the fruit has given up its juice, and serve with thick cream.'
    ]
  },
  {
    slug: 'chess-openings',
    title: 'Chess openings for beginners',
    lines: [
      'The first moves of a game decide who holds the centre and whose pieces stand ready.',
      'Bring out knights before bishops and castle early, and do not move the same piece twice without need.',
      'A gambit gives up a pawn for time; accept it only if you know how to give it back.'
    ]
  },
  {
    slug: 'alto-recorder',
    title: 'Caring for an alto recorder',
    lines: [
      'Warm the head joint in your hands before you play and wipe it dry afterwards.',
      'Oil the bore with a soft mop when the wood looks pale, and let it rest over night.',
      'Cracks come from heating and from haste; keep the instrument away from windows.'
    ]
  }
];
