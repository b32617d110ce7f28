/** Hides codes and the tokens of links: they open the account. */
export function maskCodes(text: string): string {
  return text
    .replaceAll(/(?<![\w-])[\w-]{43}(?![\w-])/g, '••••••')
    .replaceAll(/(?<!\d)\d{6}(?!\d)/g, '••••••')
}
