import { AppError } from '../../http/app-error.ts'

/** A time in milliseconds and an id. */
export const TIME_AND_ID = /^(\d{13}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Makes a cursor that callers cannot read meaning into. */
export function toCursor(...parts: (string | number)[]): string {
  return Buffer.from(parts.join(' ')).toString('base64url')
}

/** The parts of a cursor that `form` finds. Throws VALIDATION for a cursor that we did not make. */
export function readCursorParts(cursor: string, form: RegExp): string[] {
  const [whole, ...parts] = form.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (whole === undefined) {
    throw new AppError('VALIDATION', { message: '游标不正确', fields: { cursor: '游标不正确' } })
  }
  return parts
}
