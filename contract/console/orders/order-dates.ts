/** What the days of the order list can be about. */
export const ORDER_DATES = ['placed', 'paid', 'reversed', 'failed'] as const
