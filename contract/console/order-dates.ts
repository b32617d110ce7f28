/** What the days of the order list can be about. */
export const ORDER_DATES = ['placed', 'paid', 'reversed', 'failed'] as const
export type OrderDate = (typeof ORDER_DATES)[number]
