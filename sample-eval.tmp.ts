const root=process.argv[2]!; const seed=Number(process.argv[3]);
const m=await import(root+'/eval/search.ts');
const r=await m.run({quick:false,seed,options:{}});
for(const t of r.tables){ console.log('\n'+t.title); for(const row of t.rows) console.log(row.join(' | ')); }
console.log(r.bars);
