import type { Output } from '../wire/job.ts'
import { announce, fill, find } from './screen.ts'

/** Beyond it readings stand in lines of text: so many elements make a page slow. */
const MOST_RUBY = 3_000
const COPIED_MS = 2_000
const LANGUAGES: Record<string, string> = {
  tw: 'zh-TW',
  hk: 'zh-HK',
  'from-tw': 'zh-CN',
  'from-hk': 'zh-CN',
}
const FILES: Record<string, [ending: string, type: string]> = {
  csv: ['csv', 'text/csv'],
  json: ['json', 'application/json'],
  markdown: ['md', 'text/markdown'],
}

/** The result that is shown, for copying and saving. */
let shown: { text: string; name: string; choice: string } | null = null

export function showOutput(output: Output, given: { name: string; choice: string }): void {
  const box = find('#output', HTMLElement)
  shown = { text: output.text, ...given }
  const language = LANGUAGES[given.choice]
  if (language === undefined) box.removeAttribute('lang')
  else box.lang = language
  const count = output.ruby?.reduce((sum, line) => sum + line.length, 0) ?? Infinity
  box.classList.toggle('verse', count <= MOST_RUBY)
  if (output.ruby && count <= MOST_RUBY) box.replaceChildren(...output.ruby.map(drawLine))
  else box.textContent = output.text
  box.scrollTop = 0
}

/** Punctuation stays on the line of the character before it. */
function drawLine(line: readonly [string, string][]): HTMLElement {
  const paragraph = document.createElement('p')
  let word: HTMLElement | null = null
  for (const [character, reading] of line) {
    const isTail = reading === '' && !/\s/.test(character) && word !== null
    if (!isTail || word === null) {
      word = document.createElement('span')
      paragraph.append(word)
    }
    if (reading === '') word.append(character)
    else word.append(drawRuby(character, reading))
    if (/\s/.test(character)) word = null
  }
  return paragraph
}

function drawRuby(character: string, reading: string): HTMLElement {
  const syllable = document.createElement('span')
  const ruby = document.createElement('ruby')
  const above = document.createElement('rt')
  above.textContent = reading
  ruby.append(character, above)
  syllable.append(ruby)
  return syllable
}

export async function copyOutput(): Promise<void> {
  if (shown !== null) await copyText(shown.text)
}

/** Copies a result that stands in `#output`, which is selected where the browser does not allow that. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    fill('copy', '已复制')
    announce('结果已复制')
    setTimeout(() => fill('copy', '复制'), COPIED_MS)
  } catch {
    fill('copy', '请手动复制')
    getSelection()?.selectAllChildren(find('#output', HTMLElement))
    announce('浏览器不允许复制，结果已选中')
  }
}

export function saveOutput(): void {
  if (shown === null) return
  const { text, name, choice } = shown
  const [ending, type] = FILES[choice] ?? ['txt', 'text/plain']
  saveFile(`${name}.${ending}`, text, type)
}

export function saveFile(name: string, text: string, type: string): void {
  // Excel reads a CSV file as UTF-8 only when it begins with this mark
  const content = type === 'text/csv' ? `\uFEFF${text}` : text
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
