/** The text as a part of a pattern of LIKE that matches just it. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
