import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'

/** Throws CAPTCHA_FAILED unless the solution is right and fresh; it serves this once. */
export async function checkCaptcha(
  { captcha }: Pick<Deps, 'captcha'>,
  solution: string,
  ip: string,
): Promise<void> {
  if (!(await captcha.verify(solution, ip))) throw new AppError('CAPTCHA_FAILED')
}
