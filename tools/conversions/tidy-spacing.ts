import type { Conversion } from './conversion.ts'
import { cutIntoPieces } from './conversion.ts'

/** Addresses and code, which stay as they are. */
const KEPT =
  /https?:\/\/[\w\-.~:/?#[\]@!$&'()*+;=%]*[\w/]|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|`[^`\n]*`/g
const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]'
const HAS_CJK = new RegExp(CJK, 'u')
const FULL_WIDTH: Record<string, string> = {
  ',': '，',
  ';': '；',
  ':': '：',
  '!': '！',
  '?': '？',
  '.': '。',
}

/**
 * Sets spaces between Chinese and Latin, and Chinese punctuation in Chinese sentences. No expression may
 * look at a place twice for each place: texts are long, and some are made to be slow.
 */
export const tidySpacing: Conversion = async (text, choice, report) => {
  let tidied = ''
  let length = 0
  for (const piece of cutIntoPieces(text)) {
    tidied += tidyText(piece, choice)
    length += piece.length
    await report(length)
  }
  return { text: tidied }
}

export function tidyText(text: string, choice: string): string {
  const kept: string[] = []
  // a private character stands for what is kept
  let tidied = text.replaceAll(/\uE000/g, '').replaceAll(KEPT, (part) => {
    kept.push(part)
    return '\uE000'
  })
  if (choice !== 'spaces') tidied = tidyPunctuation(tidied)
  if (choice !== 'punctuation') tidied = tidySpaces(tidied)
  let next = 0
  return tidied.replaceAll('\uE000', () => kept[next++] ?? '')
}

function tidySpaces(text: string): string {
  return (
    text
      .replaceAll(new RegExp(`(${CJK})[ \\t]*(?=[A-Za-z0-9@#$\\uE000])`, 'gu'), '$1 ')
      .replaceAll(new RegExp(`([A-Za-z0-9%\\uE000])[ \\t]*(?=${CJK})`, 'gu'), '$1 ')
      // none beside Chinese punctuation, and none between Chinese characters
      .replaceAll(/(?<![ \t])[ \t]+(?=[，。！？；：、）》」』】”’])/gu, '')
      .replaceAll(/([，。！？；：、（《「『【“‘])[ \t]+/gu, '$1')
      .replaceAll(/(?<![ \t])[ \t]+$/gm, '')
  )
}

function tidyPunctuation(text: string): string {
  return (
    text
      // letters and digits of full width
      .replaceAll(/[０-９Ａ-Ｚａ-ｚ]/g, (letter) =>
        String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0xfee0),
      )
      .replaceAll(new RegExp(`(?<=${CJK}|\\uE000)\\.{3,}`, 'gu'), '……')
      .replaceAll(new RegExp(`(?<=${CJK}|[”’」』）》])[ \\t]*[,;:!?]+(?!\\d)`, 'gu'), (marks) =>
        marks.trim().replaceAll(/./g, (mark) => FULL_WIDTH[mark] ?? mark),
      )
      .replaceAll(
        new RegExp(`(?<=[A-Za-z0-9%\\uE000])[,;:!?](?=[ \\t]*${CJK})`, 'gu'),
        (mark) => FULL_WIDTH[mark] ?? mark,
      )
      .replaceAll(new RegExp(`(?<=${CJK}[^\\n。！？.]*)\\.(?=\\s|$)`, 'gu'), '。')
      .replaceAll(new RegExp(`(?<=${CJK}[^\\n。！？.!]*)!(?=\\s|$)`, 'gu'), '！')
      .replaceAll(/\(([^()\n]{1,500})\)/g, (whole, inside: string) =>
        HAS_CJK.test(inside) ? `（${inside}）` : whole,
      )
      .replaceAll(/([！？。，；：])\1+/gu, '$1')
  )
}
