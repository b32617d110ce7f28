import { Converter as fromSimplified } from 'opencc-js/cn2t'
import { Converter as toSimplified } from 'opencc-js/t2cn'
import type { Script } from '../wire/picture.ts'

/** By words, not only by characters. The dictionaries take half a second to read. */
const toCn = toSimplified({ from: 'twp', to: 'cn' })
const toTw = fromSimplified({ from: 'cn', to: 'twp' })
const toHk = fromSimplified({ from: 'cn', to: 'hk' })

/** A text in each form of Chinese, with its own quotation marks. */
export function writeScripts(source: string): Record<Script, string> {
  return {
    source,
    cn: toCurvedQuotes(toCn(source)),
    tw: toCornerQuotes(toTw(source)),
    hk: toCornerQuotes(toHk(source)),
  }
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
