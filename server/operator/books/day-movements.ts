import type { Query } from '../../db/sql.ts'
import {
  listMoneyMovements,
  type MoneyMovement,
  type MovementPlace,
  type Span,
} from './day.store.ts'

/** Rows of one statement. */
const PAGE = 1_000

/** All movements of the span, oldest first, page by page. */
export async function* readMovements(tx: Query, span: Span): AsyncGenerator<MoneyMovement[]> {
  let after: MovementPlace | null = null
  for (;;) {
    const page: MoneyMovement[] = await listMoneyMovements(tx, span, { after, limit: PAGE })
    yield page
    after = page.at(-1) ?? null
    if (page.length < PAGE) return
  }
}
