import { Empty } from '../ui/empty.tsx'

/** In the place of the plans while the operator sells none. */
export function NoPlans() {
  return (
    <div className="card">
      <Empty title="暂时没有在售的套餐">过一会儿再来看看，或联系客服询问。</Empty>
    </div>
  )
}
