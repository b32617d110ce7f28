import { DIRECT_SOURCE, OTHER_SOURCES } from '#contract/traffic-sources.ts'

/** A traffic source as people read it. */
export function sourceName(source: string): string {
  if (source === DIRECT_SOURCE) return '直接访问'
  return source === OTHER_SOURCES ? '其他新来源' : source
}
