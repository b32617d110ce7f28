import type { Conversion } from './conversion.ts'
import { readTable, writeCsv, writeJson, writeMarkdown } from './table.ts'

/** Converts a table to CSV, JSON or Markdown; throws ConversionError for a text that is none. */
export const convertTable: Conversion = async (text, choice, report) => {
  const table = readTable(text)
  await report(text.length)
  if (choice === 'csv') return { text: writeCsv(table) }
  return { text: choice === 'json' ? writeJson(table) : writeMarkdown(table) }
}
