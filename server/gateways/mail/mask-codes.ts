/** A mail server quotes a mail as it travels: in base64, or quoted-printable, which breaks long lines. */
const QUOTED_LINE_END = /=\r?\n/g

/** Hides codes and the tokens of links: they open the account. */
export function maskCodes(text: string): string {
  return text
    .replaceAll(QUOTED_LINE_END, '')
    .replaceAll(/[\w+/=-]{43,}/g, '••••••')
    .replaceAll(/(?<!\d)\d{6}(?!\d)/g, '••••••')
}
