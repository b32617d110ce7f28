/** An empty text takes a key away; null takes all away; undefined changes nothing. */
export function mergeMetadata(
  present: Record<string, string>,
  given: Record<string, string> | null | undefined,
): Record<string, string> {
  return given === null ? {} : withoutEmpty({ ...present, ...given })
}

export function withoutEmpty(metadata: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== ''))
}
