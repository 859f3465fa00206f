package formula

import (
	"strings"
	"sync"
)

// texNames has the commands of characters that do not stand for themselves in TeX.
var texNames = sync.OnceValue(func() map[rune]string {
	m := map[rune]string{
		'{': `\{`, '}': `\}`, '\\': `\backslash`, '∖': `\setminus`, '−': `-`, '‖': `\|`, '∥': `\|`, '∣': `|`, '~': `\sim`, '^': `\wedge`,
		'′': `\prime`, '″': `\prime\prime`, '‴': `\prime\prime\prime`, '·': `\cdot`, '∗': `*`, ' ': `\ `, '√': `\surd`, '¯': `\bar{}`, '˙': `\cdot`, '’': `'`, '❘': `|`,
		'ı': `\imath`, 'ȷ': `\jmath`, '\'': `'`, '°': `{}^{\circ}`, '⊨': `\models`, '"': `''`, '`': "`",
	}
	for _, line := range strings.Split(strings.TrimSpace(`
alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ varkappa ϰ lambda λ mu μ nu ν xi ξ pi π varpi ϖ rho ρ varrho ϱ
sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
digamma ϝ aleph ℵ beth ℶ gimel ℷ daleth ℸ hbar ℏ ell ℓ wp ℘ Re ℜ Im ℑ partial ∂ nabla ∇ infty ∞ emptyset ∅ forall ∀ exists ∃ nexists ∄ neg ¬ top ⊤ bot ⊥
angle ∠ triangle △ diamond ⋄ square □ blacksquare ■ bigstar ★ clubsuit ♣ diamondsuit ♢ heartsuit ♡ spadesuit ♠ flat ♭ natural ♮ sharp ♯ surd √ complement ∁ mho ℧ eth ð Finv Ⅎ hslash ℏ
pm ± mp ∓ times × div ÷ cdot ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ cap ∩ cup ∪ uplus ⊎ sqcap ⊓ sqcup ⊔ wedge ∧ vee ∨ oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ dagger † ddagger ‡
amalg ⨿ wr ≀ ltimes ⋉ rtimes ⋊ leftthreetimes ⋋ rightthreetimes ⋌ boxplus ⊞ boxminus ⊟ boxtimes ⊠ boxdot ⊡ veebar ⊻ barwedge ⊼ triangleleft ◁ triangleright ▷ bowtie ⋈ intercal ⊺
neq ≠ equiv ≡ leq ≤ geq ≥ leqslant ⩽ geqslant ⩾ leqq ≦ geqq ≧ ll ≪ gg ≫ sim ∼ simeq ≃ cong ≅ ncong ≇ approx ≈ approxeq ≊ asymp ≍ doteq ≐ doteqdot ≑ triangleq ≜ propto ∝
in ∈ notin ∉ ni ∋ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ nsubseteq ⊈ nsupseteq ⊉ subsetneq ⊊ supsetneq ⊋ sqsubset ⊏ sqsupset ⊐ sqsubseteq ⊑ sqsupseteq ⊒ prec ≺ succ ≻ preceq ⪯ succeq ⪰
preccurlyeq ≼ succcurlyeq ≽ nprec ⊀ nsucc ⊁ vdash ⊢ dashv ⊣ vDash ⊨ Vdash ⊩ nvdash ⊬ nvDash ⊭ nmid ∤ nparallel ∦ nless ≮ ngtr ≯ nleq ≰ ngeq ≱ lessdot ⋖ gtrdot ⋗ lll ⋘ ggg ⋙ lesseqgtr ⋚ gtreqless ⋛
lesssim ≲ gtrsim ≳ lessgtr ≶ gtrless ≷ smile ⌣ frown ⌢ trianglelefteq ⊴ trianglerighteq ⊵ nsim ≁ perp ⟂ therefore ∴ because ∵ between ≬ vartriangleleft ⊲ vartriangleright ⊳ eqcirc ≖ circeq ≗ backsim ∽
to → rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ longrightarrow ⟶ longleftarrow ⟵ longleftrightarrow ⟷ Longrightarrow ⟹ Longleftarrow ⟸ Longleftrightarrow ⟺
mapsto ↦ longmapsto ⟼ hookrightarrow ↪ hookleftarrow ↩ rightharpoonup ⇀ leftharpoonup ↼ rightharpoondown ⇁ leftharpoondown ↽ rightleftharpoons ⇌ leftrightharpoons ⇋ rightleftarrows ⇄ leftrightarrows ⇆
leftleftarrows ⇇ rightrightarrows ⇉ twoheadrightarrow ↠ twoheadleftarrow ↞ rightarrowtail ↣ leftarrowtail ↢ rightsquigarrow ⇝ leadsto ⇝ dashrightarrow ⇢ dashleftarrow ⇠ nrightarrow ↛ nleftarrow ↚ nRightarrow ⇏ nLeftrightarrow ⇎ multimap ⊸ nleftrightarrow ↮ curvearrowright ↷ curvearrowleft ↶
uparrow ↑ downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓ Updownarrow ⇕ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖ upharpoonright ↾ upharpoonleft ↿ downharpoonright ⇂ downharpoonleft ⇃
sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ iiiint ⨌ oint ∮ bigwedge ⋀ bigvee ⋁ bigcap ⋂ bigcup ⋃ bigodot ⨀ bigoplus ⨁ bigotimes ⨂ biguplus ⨄ bigsqcup ⨆
langle ⟨ rangle ⟩ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ ulcorner ⌜ urcorner ⌝ llcorner ⌞ lrcorner ⌟ ldots … cdots ⋯ vdots ⋮ ddots ⋱ lgroup ⟮ rgroup ⟯ lmoustache ⎰ rmoustache ⎱
bigtriangleup △ bigtriangledown ▽ lozenge ◊ Box □ S § P ¶ pounds £ copyright © circledast ⊛ circledcirc ⊚ circleddash ⊝ Bumpeq ≎ bumpeq ≏ measuredangle ∡ sphericalangle ∢ varnothing ∅ backprime ‵ eqsim ≂ checkmark ✓ maltese ✠`), "\n") {
		f := strings.Fields(line)
		for i := 0; i+1 < len(f); i += 2 {
			for _, c := range f[i+1] {
				if m[c] == "" {
					m[c] = `\` + f[i]
				}
			}
		}
	}
	m['⊥'] = `\perp`
	m['√'] = `\surd`
	m['•'] = `\bullet`
	m['∶'] = `:`
	m['⟦'], m['⟧'] = `[\![`, `]\!]`
	m['⋅'] = `\cdot`
	m['∆'], m['\u2126'], m['\u00B5'], m['\u212B'] = `\Delta`, `\Omega`, `\mu`, `\mathring{A}`
	m['⧵'] = `\setminus`
	m['∊'] = `\in`
	m['〈'], m['〉'] = `\langle`, `\rangle`
	m['△'] = `\triangle`
	m['≔'], m['≕'] = `:=`, `=:`
	m['◦'] = `\circ`
	m['⟂'] = `\perp`
	return m
})
