const graphemes = new Intl.Segmenter('zh')

/** Characters that East Asian terminals draw two columns wide. */
const WIDE =
  /^\p{Emoji_Presentation}|^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\ufe0f/u
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

/** The number of terminal columns of a text. */
export function displayWidth(text: string): number {
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    if (!INVISIBLE.test(segment)) width += WIDE.test(segment) ? 2 : 1
  }
  return width
}

export function padToWidth(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return align === 'left' ? text + space : space + text
}

/** Characters that would move the cursor, colour the screen or turn the direction of writing. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A text made safe for one line of a terminal. */
export function toPrintable(text: string): string {
  return text.replaceAll(/\s*\r?\n\s*/g, ' ').replaceAll(UNSAFE, '\ufffd')
}
