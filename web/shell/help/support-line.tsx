import { OutsideLink } from '../../ui/action/outside-link.tsx'
import { useSupport } from './support.ts'

interface SupportLineProps {
  question: string
  className: string
}

/** A question with the operator's first support link; renders nothing without one. */
export function SupportLine({ question, className }: SupportLineProps) {
  const [chat] = useSupport().chats
  if (!chat) return null
  return (
    <p className={className}>
      {question}
      <OutsideLink href={chat.url}>联系客服</OutsideLink>
    </p>
  )
}
