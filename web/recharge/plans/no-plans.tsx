import { useSupport } from '../../shell/help/support.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'

/** Shown while no plan is on sale. */
export function NoPlans() {
  const [chat] = useSupport().chats
  return (
    <div className="card">
      <Empty
        title="暂时没有在售的套餐"
        action={
          chat && (
            <OutsideLink className="button" data-kind="secondary" href={chat.url}>
              联系客服
            </OutsideLink>
          )
        }
      >
        过一会儿再来看看，或联系客服询问。
      </Empty>
    </div>
  )
}
