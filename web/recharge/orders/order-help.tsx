import { CHAT_ICONS, useSupport } from '../../shell/help/support.ts'
import { CopyButton } from '../../ui/action/copy-button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'

/** The link to support, with the order number that they ask for. */
export function OrderHelp({ orderNo }: { orderNo: string }) {
  const [chat] = useSupport().chats
  return (
    <section className="card" aria-labelledby="order-help">
      <div className="card-head">
        <h2 id="order-help">需要帮助</h2>
      </div>
      <p className="soft">要退款，或者对这张订单有疑问，把订单号发给客服就行。</p>
      <div className="side-actions">
        <CopyButton text={orderNo} what="订单号" />
        {chat && (
          <OutsideLink className="button" data-kind="secondary" data-size="small" href={chat.url}>
            <Icon name={CHAT_ICONS[chat.kind]} />
            联系客服
          </OutsideLink>
        )}
      </div>
    </section>
  )
}
