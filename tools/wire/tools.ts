export type ToolId = 'chinese' | 'pinyin' | 'spacing' | 'table'

export interface Choice {
  value: string
  label: string
}

export interface Tool {
  id: ToolId
  path: string
  name: string
  /** On its button. */
  verb: string
  icon: 'swap' | 'pinyin' | 'pen' | 'table'
  pricePerHundred: number
  intro: string
  choiceName: string
  /** The first one is chosen at first. */
  choices: readonly [Choice, ...Choice[]]
  /** Where the text goes, until there is one. */
  hint: string
  sample: string
}

export const TOOLS: readonly [Tool, ...Tool[]] = [
  {
    id: 'chinese',
    path: '/',
    name: '繁简转换',
    verb: '转换',
    icon: 'swap',
    pricePerHundred: 1,
    intro: '按词转换，不只是换字：软件变成軟體，鼠标变成滑鼠，引号也换成当地的样子。',
    choiceName: '转换方向',
    choices: [
      { value: 'tw', label: '简体 → 台湾正体' },
      { value: 'hk', label: '简体 → 香港繁体' },
      { value: 'from-tw', label: '台湾正体 → 简体' },
      { value: 'from-hk', label: '香港繁体 → 简体' },
    ],
    hint: '在这里输入或粘贴要转换的文字',
    sample: '点“发送验证码”，一分钟内会收到邮件。没收到时先看垃圾邮件，或者换一个鼠标再点一次。',
  },
  {
    id: 'pinyin',
    path: '/pinyin',
    name: '拼音标注',
    verb: '标注',
    icon: 'pinyin',
    pricePerHundred: 2,
    intro: '多音字按上下文判断，可以复制成文字，也可以带拼音打印。',
    choiceName: '标注方式',
    choices: [
      { value: 'symbol', label: '声调符号：nǐ hǎo' },
      { value: 'num', label: '数字声调：ni3 hao3' },
      { value: 'none', label: '不带声调：ni hao' },
    ],
    hint: '在这里输入或粘贴要注音的文字',
    sample:
      '空山新雨后，天气晚来秋。\n明月松间照，清泉石上流。\n竹喧归浣女，莲动下渔舟。\n随意春芳歇，王孙自可留。',
  },
  {
    id: 'spacing',
    path: '/spacing',
    name: '排版整理',
    verb: '整理',
    icon: 'pen',
    pricePerHundred: 1,
    intro: '中文与英文、数字之间加空格，半角标点换成全角，全角字母和数字换成半角。网址和代码不动。',
    choiceName: '整理什么',
    choices: [
      { value: 'all', label: '空格和标点' },
      { value: 'spaces', label: '只整理空格' },
      { value: 'punctuation', label: '只整理标点' },
    ],
    hint: '在这里输入或粘贴要整理的文字',
    sample:
      '我们用React和TypeScript写了３个页面,打开只要0.8秒!\n说明见https://example.com/docs,有问题请发邮件到help@example.com.',
  },
  {
    id: 'table',
    path: '/table',
    name: '表格转换',
    verb: '转换',
    icon: 'table',
    pricePerHundred: 1,
    intro: '从 Excel 复制的单元格、CSV、JSON 和 Markdown 表格互相转换，来源自动识别。',
    choiceName: '转换成',
    choices: [
      { value: 'markdown', label: '转成 Markdown 表格' },
      { value: 'csv', label: '转成 CSV' },
      { value: 'json', label: '转成 JSON' },
    ],
    hint: '在这里粘贴表格：Excel 单元格、CSV、JSON 或 Markdown',
    sample: '城市,区号,人口（万）\n上海,021,2487\n成都,028,2140\n深圳,0755,1779',
  },
]

/** Undefined: no such tool. */
export function findTool(id: string): Tool | undefined {
  return TOOLS.find((tool) => tool.id === id)
}
