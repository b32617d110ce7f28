import { listConsoleEvents } from '#contract/console/events.ts'
import { plainDigits } from '../../lib/csv.ts'
import { timeText } from '../../lib/local-time.ts'
import { exportedList, type PagePart } from '../exports/exported-list.ts'
import { filterFields } from '../exports/filter-fields.ts'
import { countEvents, type ListedEvent, listEvents } from './events.store.ts'
import { toEventFilter } from './handlers.ts'

export const eventsFile = exportedList({
  title: '支付事件',
  input: () => filterFields(listConsoleEvents.input),
  personal: [],
  toFilter: (tx, input) => toEventFilter(tx, input),
  subject: ({ orderId }) => orderId,
  count: countEvents,
  page: (tx, filter, { after, limit }: PagePart<ListedEvent>) =>
    listEvents(tx, filter, {
      before: after && { micros: after.appliedMicros, id: after.id },
      limit,
    }),
  columns: [
    { title: '编号', of: ({ id }) => id },
    { title: '类型', of: ({ type }) => type },
    { title: '订单号', of: ({ orderNo }) => orderNo && plainDigits(orderNo) },
    { title: '发生时间', of: ({ createdAt }, { timeZone }) => timeText(createdAt, timeZone) },
    { title: '处理时间', of: ({ appliedAt }, { timeZone }) => timeText(appliedAt, timeZone) },
  ],
})
