const words = require('fs').readFileSync(0, 'utf8').split(/\s+/).filter(Boolean);
console.log(String(words.map(Number).reduce((sum, each) => sum + each, 0)));
