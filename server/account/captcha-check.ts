import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'

/** Throws CAPTCHA_FAILED when the solution is wrong, expired or used; a right one cannot be used again. */
export async function checkCaptcha(
  { captcha }: Pick<Deps, 'captcha'>,
  solution: string,
  ip: string,
): Promise<void> {
  if (!(await captcha.verify(solution, ip))) throw new AppError('CAPTCHA_FAILED')
}
