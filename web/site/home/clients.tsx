import { useSite } from '../../lib/site.ts'
import { CopyButton } from '../../ui/action/copy-button.tsx'
import { Link } from '../../lib/router/link.tsx'
import { useHomeContent } from '../sections/use-home-content.ts'

/** The address that programs of others take, and the settings of three, which change without script. */
export function Clients() {
  const { toolsUrl } = useSite()
  const { title, text, models, forms } = useHomeContent().clients
  return (
    <section className="night clients" aria-labelledby="clients">
      <div className="wrap">
        <div className="clients-words">
          <h2 id="clients">{title}</h2>
          <p className="soft">{text}</p>
          <dl>
            <div>
              <dt>接口地址</dt>
              <dd>
                <CopyButton text={`${toolsUrl}/v1`} what="接口地址" />
              </dd>
            </div>
            <div>
              <dt>密钥</dt>
              <dd>
                <Link to="/account/api-keys">新建密钥</Link>
              </dd>
            </div>
            <div>
              <dt>模型</dt>
              <dd>
                {models.map((model) => (
                  <code key={model}>{model}</code>
                ))}
              </dd>
            </div>
          </dl>
          <Link className="more" to="/tutorial#clients">
            查看接入步骤
          </Link>
        </div>
        <div className="client-forms">
          <fieldset>
            <legend className="unseen">选择客户端</legend>
            {forms.map(({ name }, at) => (
              <label key={name}>
                <input type="radio" name="client" value={at} defaultChecked={at === 0} />
                <span>{name}</span>
              </label>
            ))}
          </fieldset>
          {forms.map(({ name, place, fields }) => (
            <div className="client" key={name}>
              <p className="faint">{place}</p>
              <dl>
                {fields.map((field) => (
                  <div key={field.name}>
                    <dt>{field.name}</dt>
                    <dd>{field.value}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
