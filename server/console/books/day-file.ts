import * as z from 'zod/mini'
import { spanOfDay } from '../../operator/books/day.ts'
import { DAY_COLUMNS } from '../../operator/books/day-columns.ts'
import { countMoneyMovements, listMoneyMovements } from '../../operator/books/day.store.ts'
import { exportedList } from '../exports/exported-list.ts'

export const dayFile = exportedList({
  title: '日结',
  stamp: 'day',
  input: () => z.strictObject({ day: z.iso.date() }),
  personal: [],
  toFilter: async (_, { day }, { now, content }) =>
    spanOfDay(day, { now: now(), timeZone: content.site.timeZone }),
  count: countMoneyMovements,
  page: listMoneyMovements,
  columns: DAY_COLUMNS,
})
