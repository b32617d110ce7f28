import { useEntry } from '../shell/use-entry.ts'
import { Arc } from '../ui/arc.tsx'
import { ButtonLink } from '../ui/button.tsx'

/** Says honestly that a page is still being written, and where to go meanwhile. */
export default function PlaceholderPage() {
  const { meta } = useEntry()
  return (
    <div className="wrap lost">
      <Arc
        className="arc draft-arc"
        width={160}
        height={62}
        count={14}
        from={1.2}
        to={2.5}
        foot={8}
        shore={24}
        star={8}
      />
      <h1>{meta.title}</h1>
      <p className="soft">这一页的内容还在编写。现在可以先看套餐与价格，或者联系客服直接问我们。</p>
      <div className="actions">
        <ButtonLink kind="primary" to="/plans">
          查看套餐
        </ButtonLink>
        <ButtonLink to="/">回到首页</ButtonLink>
      </div>
    </div>
  )
}
