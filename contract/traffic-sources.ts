/** Stands for visitors, users and orders without a traffic source. */
export const DIRECT_SOURCE = '(direct)'

/** Visits of sources beyond the daily limit of new ones. */
export const OTHER_SOURCES = '(other)'

/** Days that the console shows sources of. */
export const SOURCE_PERIODS = ['7', '30', '90'] as const
