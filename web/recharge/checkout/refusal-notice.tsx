import { useLocation } from '../../lib/router/contexts.ts'
import { href } from '../../lib/href.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { Refusal } from './use-checkout.ts'

/** Why nothing was paid, and what to do next. */
export function RefusalNotice({ refusal }: { refusal: Refusal }) {
  const { message, code } = refusal
  return (
    <Notice kind="bad" role="alert" actions={<WayOn {...refusal} />}>
      {message}
      {code === 'CARD_DECLINED' && '。没有扣款，订单还保留着。'}
    </Notice>
  )
}

function WayOn({ code, orderId }: Refusal) {
  const { pathname, search } = useLocation()
  switch (code) {
    case 'UNAUTHENTICATED':
      return (
        <ButtonLink size="small" to={href('/account/login', { redirect: pathname + search })}>
          登录
        </ButtonLink>
      )
    case 'PLAN_LIMIT':
    case 'TOO_MANY_OPEN_ORDERS':
    case 'UNANSWERED':
      return orderId === undefined ? (
        <ButtonLink size="small" to={href('/account/orders', { state: 'pending' })}>
          查看待支付订单
        </ButtonLink>
      ) : (
        <ButtonLink size="small" to={href('/account/order', { id: orderId })}>
          查看订单
        </ButtonLink>
      )
    default:
      return undefined
  }
}
