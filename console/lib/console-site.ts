import type { ConsolePart } from '#contract/console/shapes.ts'
import type { Site } from '#contract/content/content.ts'
import { useSite } from '#web/lib/site.ts'

/** The data block of the console's document: part of the shop's, and what only the console needs. */
export type ConsoleSite = Pick<
  Site,
  'name' | 'timeZone' | 'currency' | 'creditUnit' | 'publicUrl' | 'apiBase' | 'invoices'
> & {
  /** Where mails are read at home; null elsewhere. */
  mailUrl: string | null
  /** Parts that the operator has switched off. */
  without: readonly ConsolePart[]
}

export function useConsoleSite(): ConsoleSite {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it into our own document
  return useSite() as unknown as ConsoleSite
}
