import type * as z from 'zod/mini'
import { BYTE_ORDER_MARK, type CsvColumn, csvLine } from '../../lib/csv.ts'
import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import type { ConsoleDeps } from '../deps.ts'

type ExportDeps = Pick<ConsoleDeps, 'sql' | 'now' | 'content'>

/** The rows that come after this one, so many at most; null: from the first one on. */
export interface PagePart<Row> {
  after: Row | null
  limit: number
}

/** What one list needs for its file. */
interface ListDefinition<Input extends z.ZodMiniType, Filter, Row> {
  /** What the file is called. */
  title: string
  /** The field of the input that names the file, in place of the time when it was made. */
  stamp?: string
  /** The list's own input, without its page. */
  input: () => Input
  /** Fields of the filter whose values the audit log does not keep. */
  personal: readonly string[]
  /** The filter of the store; null when nothing can match. Throws AppError, for example NOT_FOUND. */
  toFilter: (tx: Query, input: z.output<Input>, deps: ExportDeps) => Promise<Filter | null>
  /** Whom or what the file is about, for the audit log. */
  subject?: (filter: Filter) => string | null
  columns: readonly CsvColumn<Row>[]
  /** How many rows there are, up to `most`. */
  count: (tx: Query, filter: Filter, most: number) => Promise<number>
  page: (tx: Query, filter: Filter, part: PagePart<Row>) => Promise<Row[]>
}

export interface ExportedList {
  title: string
  stamp?: string | undefined
  personal: readonly string[]
  /** Reads the filter within a transaction. Throws VALIDATION. */
  open: (
    deps: ExportDeps,
    tx: Query,
    filter: Readonly<Record<string, string>>,
  ) => Promise<OpenedList>
}

interface OpenedList {
  subject: string | null
  count: (most: number) => Promise<number>
  /** The file in parts, each with the number of its rows. */
  parts: () => AsyncGenerator<{ text: string; rows: number }>
}

/** Rows of one statement: some 200 KB. */
const PAGE = 1_000

/** Describes the file of a list: its rows are read page by page as those of the list, so both show the same. */
export function exportedList<Input extends z.ZodMiniType, Filter, Row>(
  list: ListDefinition<Input, Filter, Row>,
): ExportedList {
  const { title, stamp, personal, columns } = list
  return {
    title,
    stamp,
    personal,
    async open(deps, tx, given) {
      const input = list.input().safeParse(given)
      if (!input.success) throw new AppError('VALIDATION')
      const filter = await list.toFilter(tx, input.data, deps)
      const shop = { timeZone: deps.content.site.timeZone }
      async function* parts() {
        yield { text: BYTE_ORDER_MARK + csvLine(columns.map((column) => column.title)), rows: 0 }
        if (filter === null) return
        let after: Row | null = null
        for (;;) {
          const rows: Row[] = await list.page(tx, filter, { after, limit: PAGE })
          const lines = rows.map((row) => csvLine(columns.map(({ of }) => of(row, shop))))
          if (rows.length > 0) yield { text: lines.join(''), rows: rows.length }
          after = rows.at(-1) ?? null
          if (rows.length < PAGE) return
        }
      }
      return {
        subject: filter === null ? null : (list.subject?.(filter) ?? null),
        count: async (most) => (filter === null ? 0 : list.count(tx, filter, most)),
        parts,
      }
    },
  }
}
