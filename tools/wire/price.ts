/** The longest text of one job, in characters that count. */
export const MOST_CHARACTERS = 50_000
/** With white space. */
export const MOST_LENGTH = 4 * MOST_CHARACTERS

/** What a text pays for: every character but white space. */
export function countCharacters(text: string): number {
  let count = 0
  for (const character of text) if (!/\s/u.test(character)) count += 1
  return count
}

/** The price of a text in credit: each hundred characters begun. */
export function priceOf(characters: number, pricePerHundred: number): number {
  return Math.ceil(characters / 100) * pricePerHundred
}

/** The beginning of a text with at most so many characters that count. */
export function cutText(text: string, characters: number): string {
  let count = 0
  let end = 0
  for (const character of text) {
    if (!/\s/u.test(character)) count += 1
    if (count > characters) break
    end += character.length
  }
  return text.slice(0, end)
}
