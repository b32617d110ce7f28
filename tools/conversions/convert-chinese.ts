import type { Conversion } from './conversion.ts'
import { cutIntoPieces } from './conversion.ts'

type Converter = (text: string) => string

const converters = new Map<string, Promise<Converter>>()

/** Converts between simplified and traditional Chinese by words. */
export const convertChinese: Conversion = async (text, choice, report) => {
  const convert = await loadConverter(choice)
  let converted = ''
  let length = 0
  for (const piece of cutIntoPieces(text)) {
    converted += convert(piece)
    length += piece.length
    await report(length)
  }
  return { text: converted }
}

/** The dictionaries take half a second to read, once. */
export function loadConverter(choice: string): Promise<Converter> {
  const known = converters.get(choice)
  if (known) return known
  const made = makeConverter(choice)
  converters.set(choice, made)
  return made
}

async function makeConverter(choice: string): Promise<Converter> {
  if (choice === 'tw' || choice === 'hk') {
    const { Converter } = await import('opencc-js/cn2t')
    const convert = Converter({ from: 'cn', to: choice === 'tw' ? 'twp' : 'hk' })
    return (text) => toCornerQuotes(convert(text))
  }
  const { Converter } = await import('opencc-js/t2cn')
  const convert = Converter({ from: choice === 'from-tw' ? 'twp' : 'hk', to: 'cn' })
  return (text) => toCurvedQuotes(convert(text))
}

const TO_CORNERS: Record<string, string> = { '“': '「', '”': '」', '‘': '『', '’': '』' }
const TO_CURVES: Record<string, string> = { '「': '“', '」': '”', '『': '‘', '』': '’' }

/** An apostrophe between Latin letters stays. */
function toCornerQuotes(text: string): string {
  return text.replaceAll(
    /(?<![A-Za-z])’|’(?![A-Za-z])|[“”‘]/g,
    (quote) => TO_CORNERS[quote] ?? quote,
  )
}

function toCurvedQuotes(text: string): string {
  return text.replaceAll(/[「」『』]/g, (quote) => TO_CURVES[quote] ?? quote)
}
