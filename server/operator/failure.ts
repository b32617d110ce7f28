import { ConfigError } from '../config/config.ts'
import { CommitUnanswered, DatabaseUnavailable, UnstorableText } from '../db/errors.ts'
import { isPaymentFailure } from '../gateways/payments/payments.ts'
import { AppError } from '../http/app-error.ts'
import { ContentError } from '../site/content/content-file.ts'
import { databaseFailureText } from '../db/database-failure.ts'
import { StartRefusal } from '../config/start-refusal.ts'
import { EXIT, type ExitCode, Refusal } from './exit.ts'

export interface Failure {
  /** For programs. */
  code: string
  /** For the operator. */
  message: string
  exitCode: ExitCode
}

/** Turns any error into a failure for the operator; a bug keeps its stack. */
export function toOperatorFailure(error: unknown): Failure {
  if (error instanceof Refusal) return error
  if (error instanceof ConfigError) return failure('CONFIG', error.message, EXIT.usage)
  if (error instanceof ContentError) return failure('CONTENT', error.message, EXIT.usage)
  if (error instanceof StartRefusal) return failure('START', error.message, EXIT.refused)
  if (error instanceof UnstorableText) {
    return failure('USAGE', '内容里有数据库不能保存的字符', EXIT.usage)
  }
  if (error instanceof AppError) return fromAppError(error)
  if (error instanceof CommitUnanswered) {
    return failure(
      'UNKNOWN',
      '数据库没有答复这次改动是否已经写入：可能已经生效，也可能没有。请先看记录；同样的积分调整或退款今天再做一次，不会重复',
      EXIT.unavailable,
    )
  }
  if (error instanceof DatabaseUnavailable || isDriverFailure(error)) {
    const sentence = error instanceof Error ? databaseFailureText(error) : null
    return failure(
      'DATABASE',
      sentence ?? `数据库暂时无法使用：${messageOf(error)}`,
      EXIT.unavailable,
    )
  }
  if (isPaymentFailure(error, 'unavailable', 'inProgress', 'serverError', 'rateLimited')) {
    return failure('PROVIDER', providerIsAway(error), EXIT.unavailable)
  }
  if (isPaymentFailure(error)) {
    return failure('PROVIDER', `支付平台拒绝了请求：${error.message}`, EXIT.refused)
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return failure('INTERNAL', `程序出错：${text}`, EXIT.refused)
}

function failure(code: string, message: string, exitCode: ExitCode): Failure {
  return { code, message, exitCode }
}

function fromAppError(error: AppError): Failure {
  const isPassing = error.status === 503
  const { cause } = error
  if (isPassing && isPaymentFailure(cause)) {
    return failure('PROVIDER', providerIsAway(cause), EXIT.unavailable)
  }
  return failure(error.code, error.message, isPassing ? EXIT.unavailable : EXIT.refused)
}

function providerIsAway(error: Error): string {
  return `支付平台暂时没有答复：${error.message}`
}

/** A connection outside the pool fails with errors of the driver or of Node. */
function isDriverFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^(E(CONNREFUSED|CONNRESET|HOSTUNREACH|NOTFOUND|TIMEDOUT)|08...|28...|3D000|53...|57P..)$/.test(
    code,
  )
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
