/** A page that shows a provision with the cases that cite it: provision.html?server=ADDRESS&uri=URI */

import { Lagrum, type Schemas } from "lagrum";

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

const row = (citing: Schemas["InboundCitation"]): string =>
  `<li><a href="${escaped(citing.uri)}">${escaped(citing.label ?? citing.title ?? citing.uri)}</a> ${citing.date ?? ""}</li>`;

export async function page(law: Lagrum, uri: string): Promise<string> {
  const provision = await law.provision(uri);
  const cases = new Map<string, Schemas["InboundCitation"]>();
  for await (const citing of law.inboundAll(uri, { source: "dv", sort: "citations" })) cases.set(citing.uri, citing);
  return `
    <h1>${escaped(provision.label ?? provision.anchor)}, ${escaped(provision.document.title ?? "")}</h1>
    <pre>${escaped(provision.markdown ?? "")}</pre>
    <h2>${cases.size} cases cite it</h2>
    <ul>${[...cases.values()].map(row).join("\n")}</ul>`;
}

if (typeof document !== "undefined") {
  const asked = new URLSearchParams(location.search);
  const law = new Lagrum(asked.get("server") ?? location.origin);
  document.body.innerHTML = await page(law, asked.get("uri") ?? "");
}
