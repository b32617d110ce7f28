import type { Envelope } from '#contract/envelope.ts'

/** How a call failed. */
export type Failure =
  /** A response. `body` is missing when it was not our envelope. */
  | { kind: 'answer'; status: number; isHtml: boolean; body?: Envelope; retryAfterS?: number }
  /** A success whose data break the contract. */
  | { kind: 'invalidData'; status: number }
  | { kind: 'timeout' }
  | { kind: 'noAnswer'; isOnline: boolean; isChange: boolean }
  /** The page aborted the call, as on navigation. */
  | { kind: 'aborted' }

export interface FailureDisplay {
  message: string
  /** What happens besides the rejection. `refusal` and `outage` are toasts unless `ToastOptions` says otherwise. */
  show: 'reload' | 'toast' | 'refusal' | 'outage' | 'nothing'
}

/** The error catalogue (original specification, section 8), one row a line. */
export function classifyFailure(failure: Failure): FailureDisplay {
  switch (failure.kind) {
    case 'timeout':
      return { message: '请求超时，请稍后再试', show: 'outage' }
    case 'noAnswer': {
      // whether a change reached the server, no browser can tell
      const unanswered = failure.isChange
        ? '服务器未响应，操作可能已完成，请刷新页面核对'
        : '无法连接服务器，请稍后再试'
      return { message: failure.isOnline ? unanswered : '网络异常', show: 'outage' }
    }
    case 'aborted':
      return { message: '', show: 'nothing' }
    case 'invalidData':
      return { message: `服务器异常：${failure.status}`, show: 'toast' }
    case 'answer': {
      const { status, isHtml, body } = failure
      const unexplained = `服务器异常：${status}`
      if (status < 400) {
        const message = body ? body.message || '操作未成功，请稍后再试' : unexplained
        return { message, show: 'nothing' }
      }
      if (isHtml) return { message: unexplained, show: 'reload' }
      const said = body?.message
      if (status === 401) return { message: said || '登录状态已过期，请重新登录', show: 'toast' }
      if (!said) return { message: unexplained, show: 'toast' }
      return { message: said, show: status < 500 ? 'refusal' : 'outage' }
    }
  }
}

/** A call that was refused or got no response. */
export class CallError extends Error {
  override name = 'CallError'
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** Code of the error catalogue; '' for none. */
  readonly code: string
  /** Sentences by field name. */
  readonly fields: Record<string, string>
  /** `Retry-After` in seconds. */
  readonly retryAfter: number | undefined
  /** For support. */
  readonly requestId: string | undefined
  /** Already shown to the visitor. */
  readonly isShown: boolean

  constructor(failure: Failure, message: string, isShown: boolean) {
    super(message)
    const answer = failure.kind === 'answer' ? failure : undefined
    this.status = answer?.status ?? 0
    this.code = answer?.body?.code ?? ''
    this.fields = answer?.body?.fields ?? {}
    this.retryAfter = answer?.retryAfterS
    this.requestId = answer?.body?.requestId
    this.isShown = isShown
  }
}
