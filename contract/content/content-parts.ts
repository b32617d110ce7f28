import * as z from 'zod/mini'

/** Field rules shared by the schemas of the operator's files. */

export const shortText = z.string().check(z.minLength(1), z.maxLength(400))
export const questionAndAnswer = z.strictObject({ question: shortText, answer: shortText })
export const toolIcon = z.enum(['chat', 'translate', 'pen', 'file', 'find', 'layers'])
