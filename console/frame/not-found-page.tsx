import { ButtonLink } from '#web/ui/action/button.tsx'
import { useTitle } from '../lib/use-title.ts'
import { MessageScreen } from './message-screen.tsx'

export function NotFoundPage() {
  useTitle('没有这一页')
  return (
    <MessageScreen title="没有这一页" actions={<ButtonLink to="/">回到首页</ButtonLink>}>
      地址可能打错了，或者这一页已经不在。
    </MessageScreen>
  )
}
