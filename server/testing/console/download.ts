import { parse } from 'csv-parse/sync'
import type { FastifyInstance } from 'fastify'
import { downloadExport, type ExportedListName, prepareExport } from '#contract/console/exports.ts'
import { ask, type ConsoleClient } from './console.ts'

type Filter = Record<string, string>

/** The cookies of a client as a header. */
export function cookieOf({ cookies }: Pick<ConsoleClient, 'cookies'>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** What a click on 导出 CSV asks for first. Throws when it is refused. */
export async function ticketFor(
  operator: ConsoleClient,
  list: ExportedListName,
  filter: Filter = {},
): Promise<{ ticket: string; rows: number }> {
  return ask(operator, prepareExport, { list, filter })
}

/** The address of the file, as the browser opens it. */
export function fileAddress(list: ExportedListName, filter: Filter, ticket: string): string {
  const query = new URLSearchParams({ list, filter: JSON.stringify(filter), ticket })
  return `${downloadExport.path}?${query.toString()}`
}

/** Opens the address as the browser does from the console's own page. */
export function open(
  app: FastifyInstance,
  operator: Pick<ConsoleClient, 'cookies'>,
  url: string,
  headers: Record<string, string> = {},
) {
  return app.inject({
    method: 'GET',
    url,
    remoteAddress: '127.0.0.1',
    headers: { cookie: cookieOf(operator), 'sec-fetch-site': 'same-origin', ...headers },
  })
}

/** The file's lines by their headings, read by a parser of others. */
export function readCsv(text: string): Record<string, string>[] {
  return parse(text, { bom: true, columns: true, trim: true, record_delimiter: '\r\n' })
}

/** Clicks 导出 CSV and reads the file. */
export async function download(
  app: FastifyInstance,
  operator: ConsoleClient,
  list: ExportedListName,
  filter: Filter = {},
) {
  const { ticket, rows } = await ticketFor(operator, list, filter)
  const answer = await open(app, operator, fileAddress(list, filter, ticket))
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return { rows, headers: answer.headers, text: answer.body, lines: readCsv(answer.body) }
}
