import type { Envelope } from '#contract/envelope.ts'

/** How a call can fail, before anybody is told. */
export type Failure =
  /** Somebody answered. `body` is missing when it was not our envelope. */
  | { kind: 'answer'; status: number; isHtml: boolean; body?: Envelope; retryAfterS?: number }
  /** A success whose data are not what the contract says. */
  | { kind: 'broken'; status: number }
  | { kind: 'timeout' }
  | { kind: 'silence'; isOnline: boolean; isChange: boolean }
  /** The page itself gave the call up, as when the visitor moves on. */
  | { kind: 'abandoned' }

export interface Verdict {
  message: string
  /**
   * What is to happen besides the rejection. `refusal` and `outage` are toasts too, unless the caller
   * shows the one, or would repeat the other: see `CallOptions`.
   */
  show: 'reload' | 'toast' | 'refusal' | 'outage' | 'nothing'
}

/** The error catalogue (original specification, section 8), one row a line. */
export function classify(failure: Failure): Verdict {
  switch (failure.kind) {
    case 'timeout':
      return { message: '请求超时，请稍后再试', show: 'outage' }
    case 'silence': {
      const unreached = `没有连上服务器${failure.isChange ? '，操作没有完成' : ''}，请稍后再试`
      return { message: failure.isOnline ? unreached : '网络异常', show: 'outage' }
    }
    case 'abandoned':
      return { message: '', show: 'nothing' }
    case 'broken':
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

/** A call that was refused or never came back. */
export class CallError extends Error {
  override name = 'CallError'
  /** HTTP status; 0 when nobody answered. */
  readonly status: number
  /** Stable code of the failure catalogue; '' when the answer bore none. */
  readonly code: string
  /** Sentences by field name. */
  readonly fields: Record<string, string>
  /** Seconds the server asks us to wait. */
  readonly retryAfter: number | undefined
  /** What to tell the support. */
  readonly requestId: string | undefined
  /** The visitor has been told already; whoever catches this need not repeat it. */
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
