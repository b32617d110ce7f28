import { useSupport } from '../../shell/help/support.ts'
import { OutsideLink } from '../../ui/action/outside-link.tsx'

/** A question with the operator's first support link; renders nothing without one. */
export function SupportLine({ question }: { question: string }) {
  const [chat] = useSupport().chats
  if (!chat) return null
  return (
    <p className="sign-foot">
      {question}
      <OutsideLink href={chat.url}>联系客服</OutsideLink>
    </p>
  )
}
