import type { Conversion } from './conversion.ts'
import { cutIntoPieces } from './conversion.ts'

type Ruby = [character: string, reading: string]

let library: Promise<typeof import('pinyin-pro')> | null = null

export function loadPinyin(): Promise<typeof import('pinyin-pro')> {
  library ??= import('pinyin-pro')
  return library
}

/** Writes the reading above each Chinese character; the text is the readings with the punctuation. */
export const annotatePinyin: Conversion = async (text, choice, report) => {
  const { pinyin } = await loadPinyin()
  const toneType = choice === 'num' || choice === 'none' ? choice : 'symbol'
  const lines: Ruby[][] = [[]]
  let length = 0
  for (const piece of cutIntoPieces(text)) {
    for (const { origin, isZh, result } of pinyin(piece, { type: 'all', toneType })) {
      if (origin === '\n') lines.push([])
      else lines.at(-1)?.push([origin, isZh ? result : ''])
    }
    length += piece.length
    await report(length)
  }
  return { text: lines.map(writeLine).join('\n'), ruby: lines }
}

/** A space stands between readings, none beside Chinese punctuation; other text stays as it was. */
function writeLine(line: readonly Ruby[]): string {
  let written = ''
  let wasReading = false
  for (const [character, reading] of line) {
    const isReading = reading !== ''
    const isApart = isReading || (wasReading && !/[\p{P}\s]/u.test(character))
    if (
      isApart &&
      written !== '' &&
      !/[\s（《“‘「『【([{，。！？；：、）》”’」』】]$/u.test(written)
    )
      written += ' '
    written += isReading ? reading : character
    wasReading = isReading
  }
  return written
}
