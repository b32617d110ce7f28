const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The database throws for a text that is no UUID. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
