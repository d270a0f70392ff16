import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { scenariosFrom } from '../src/verification/check/campaign.ts';
import { callOf } from '../src/verification/oracle/case.ts';
import { Oracle } from '../src/verification/oracle/oracle.ts';
import { heardIn } from './verification/oracle/noticed/heard.ts';
import { changed } from './verification/oracle/noticed/changes.ts';
import { errorBody, statusOf } from '../src/core/http/errors.ts';
function* leaves(v: any, path: string[]): any { if (v !== null && typeof v === 'object') { for (const [k, x] of Object.entries(v)) yield* leaves(x, [...path, k]); } else yield path; }
const setAt = (v: any, path: string[], f: (x: any) => any): any => { if (path.length === 0) return f(v); const [k, ...r] = path; if (Array.isArray(v)) return v.map((x, i) => (String(i) === k ? setAt(x, r, f) : x)); return { ...v, [k!]: setAt(v[k!], r, f) }; };
it('rate', async () => {
  const seed = process.env['RATE_SEED'] ?? 'rate-1', runs = Number(process.env['RATE_RUNS'] ?? 200), per = Number(process.env['RATE_PER'] ?? 120), endAt = Date.now() + Number(process.env['RATE_MIN'] ?? 10) * 60_000;
  const tries = new Map<string, number>(), noticed = new Map<string, number>(), ex = new Map<string, string[]>();
  let rnd = 12345; const r = (n: number) => { rnd = (rnd * 1103515245 + 12345) & 0x7fffffff; return (rnd >> 8) % n; };
  const codes = Object.keys(statusOf);
  let n = 0;
  for (const [index, source] of scenariosFrom(seed, { first: 1, count: runs }).entries()) {
    if (Date.now() > endAt) break;
    let heard; try { heard = await heardIn(source); } catch { continue; }
    if (heard.told.length > 500) continue; n += 1;
    const places = [...heard.told.entries()].filter(([, t]) => t.method === 'answered');
    const cands: { key: string; at: number; path?: string[]; code?: string; was: any }[] = [];
    for (const [at, t] of places) { const e = t.args[0] as any;
      if (e.status >= 300) { const code = codes[r(codes.length)]!; if (e.answer?.code !== code && !/_sim/.test(e.path ?? '')) cands.push({ key: `${callOf(e)} ${e.answer?.code} -> ${code}`, at, code, was: e.answer?.error }); continue; }
      { const code = codes[r(codes.length)]!; cands.push({ key: `${callOf(e)} OK -> ${code}`, at, code, was: '' }); }
      for (const path of leaves(e.answer, [])) { const key = `${callOf(e)} ${path.map((p: string) => (/^\d+$/.test(p) ? '[]' : p)).join('/')}`; cands.push({ key, at, path, was: path.reduce((v: any, k: string) => v[k], e.answer) }); } }
    // rarely tried first
    for (let i = cands.length - 1; i > 0; i -= 1) { const j = r(i + 1); [cands[i], cands[j]] = [cands[j]!, cands[i]!]; }
    cands.sort((a, b) => (tries.get(a.key) ?? 0) - (tries.get(b.key) ?? 0));
    const inRun = new Map<string, number>(); let done = 0;
    for (const c of cands) { if (done >= per) break; if ((inRun.get(c.key) ?? 0) >= 2 || (tries.get(c.key) ?? 0) >= 40) continue; inRun.set(c.key, (inRun.get(c.key) ?? 0) + 1); done += 1;
      const oracle = new Oracle(heard.setting); let hit = false;
      try { for (const [i, { method, args }] of heard.told.entries()) { let given: any = args; if (i === c.at) { const [e, ...rest] = args as any[]; given = [c.path ? { ...e, answer: setAt(e.answer, c.path, (x) => changed(x, [], r(2) ? 'slightly' : 'more')) } : { ...e, status: (statusOf as any)[c.code!], answer: errorBody(c.code as any, 'refused') }, ...rest]; }
        (oracle as any)[method](...given); if (oracle.violations.length > 0) { hit = true; break; } } } catch (err) { if (!(err instanceof TypeError)) throw err; hit = true; }
      tries.set(c.key, (tries.get(c.key) ?? 0) + 1); if (hit) noticed.set(c.key, (noticed.get(c.key) ?? 0) + 1); else { const list = ex.get(c.key) ?? []; if (list.length < 4) { const e = heard.told[c.at]!.args[0] as any; list.push(`${seed}/${index + 1}@${c.at} ${JSON.stringify(e.body ?? e.query ?? {}).slice(0, 160)} was ${JSON.stringify(c.was)} ${JSON.stringify(source.policies ?? {}).slice(0, 120)}`); ex.set(c.key, list); } }
    }
    if (n % 10 === 0) { const rows = [...tries].map(([k, t]) => [k, t, noticed.get(k) ?? 0] as const).sort((a, b) => a[2] / a[1] - b[2] / b[1]); writeFileSync(`/tmp/rate-${seed}.txt`, `${n} runs\n` + rows.map(([k, t, h]) => `${h}/${t} ${k}\n${(ex.get(k) ?? []).map((x) => '      ' + x).join('\n')}`).join('\n')); }
  }
}, 3_600_000);
