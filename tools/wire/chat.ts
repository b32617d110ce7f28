import type { TokenPrices } from './tokens.ts'

export const CHAT_TOOL = { path: '/', name: '对话' }

/** A model as the page shows it. */
export interface OfferedModel extends TokenPrices {
  id: string
  longestAnswer: number
}

/** A way to use the model: what it is told before the customer's own words. */
export interface ChatUse {
  id: string
  label: string
  /** Null: nothing. */
  instruction: string | null
  hint: string
  /** What the table of the empty page reckons with, in tokens. */
  example: { text: string; input: number; output: number }
}

export const CHAT_USES: readonly [ChatUse, ...ChatUse[]] = [
  {
    id: 'ask',
    label: '提问',
    instruction: null,
    hint: '输入问题，或粘贴文字',
    example: { text: '问一个问题，得到一段 300 字的回答', input: 60, output: 250 },
  },
  {
    id: 'translate',
    label: '翻译',
    instruction: '把用户的文字译成英文；原文是外文时译成简体中文。只给译文，保留原来的分段与格式。',
    hint: '粘贴要翻译的文字',
    example: { text: '把 500 字的说明译成英文', input: 440, output: 400 },
  },
  {
    id: 'summarize',
    label: '摘要',
    instruction: '把用户的文字缩成要点，用简体中文分条写，不加原文没有的内容。',
    hint: '粘贴要缩短的文字',
    example: { text: '把 2,500 字的纪要缩成要点', input: 2_040, output: 200 },
  },
  {
    id: 'rewrite',
    label: '改写',
    instruction: '把用户的文字改得通顺、正式，意思不变。只给改好的文字。',
    hint: '粘贴要改写的文字',
    example: { text: '把 500 字的通知改得正式', input: 440, output: 400 },
  },
  {
    id: 'correct',
    label: '纠错',
    instruction:
      '改正用户文字里的错别字、标点和语病，其他地方不动。先给改好的全文，再逐条列出改了什么。',
    hint: '粘贴要检查的文字',
    example: { text: '检查 500 字里的错字和语病', input: 440, output: 450 },
  },
]
