package charset

import (
	"math"
	"strings"
)

// Languages by their letters, the most frequent first. How frequent a letter is follows its rank closely enough to tell
// languages apart (S. M. Gusein-Zade, 1988), so that no texts need to be counted.
var languages = languagesOf(`
Albanian   etianrshëkdjpumolgvqbyzxfçcw
Arabic     انليمتروبةدعسفحكقجشىصطخأهزئذثضإؤءغظآ
Belarusian аніерстклуодпмзыяўбгьвчцэжйхшюёф
Bulgarian  аиоетнрсвлкдпмъузябгчжйцщшхфюьѝ
Catalan    eaisrntlodcumpvbgéqfòàèíjxhçzóúïüykw
Croatian   aioenrsjtukdvmlpgzbčchšžćfđywxq
Czech      eoanitvslrdkpímuázyějcbřéhšžčýůfgúňxťóďwq
Danish     enrtdaisloguvkmfbåøpæhyjcéwxzq
Dutch      enatirodslghvkmubpwjzcfxyëéïqüöèç
English    etaoinshrdlcumwfgypbvkjxqz
Estonian   aiestlunkdmorvgphäjõüböfšžcyxwqz
Finnish    aitneslokuämvrjhypdögbfcåwšxžqz
French     esaitnrulodcmpévqfbghjàxèêyzâçîôùûïkëwœüæÿ
German     enisratdhulcgmobwfkzvüpäßjöyxqé
Greek      αοιετσνηυρπκμλςωόίάγέδήύθώχφβξζψϊϋΐΰ
Hebrew     יוהלארתבשמםנפקדעחגכזטסצןץףך
Hungarian  eatlsnkizroágméydbvhjöfupócűüíúőxwq
Icelandic  arniestulðgmkfvhoáídjóbpyöúæþýécxwzq
Italian    eaionltrscdupmvghfbqzèàùòìéóíkwxyj
Latvian    aisetrnulkmodpāvzgjībēšņūcķļhžčģf
Lithuanian iasotrenuklmpvdjgėbyšųžąįčęūzcfhxwq
Macedonian аоиетнрвскдлмпјугзбчцшжљњфхќџѓѕ
Norwegian  enrtasildogkmvfupbhøyjåæcéwxzqòôê
Persian    انیيرمدهوتسبشلکكزفگعخقجآپحچصژطغضظذثءئ
Polish     iaeoznwrscytkdpmujlłbgęhąóżśćfńźvqx
Portuguese aeosrindtmuclpvgqbfhãçézjxáóíõêâúàôkwyü
Romanian   eiarntulcosădpmîşșţțfvbgâzhjxkywq
Russian    оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё
Serbian    аиоенрсјтукдвмлпгзбчцхжшћфђљњџ
Slovak     oaneistvrlkdmpuícázhyjbéčýšžúľťôňfgäóďxĺwŕq
Slovene    eaionrstlvjkdpmzbuhgčcšžfqwxyćđ
Spanish    eaosnrildtucmpbóíávyqghfzjéñúüxkw
Swedish    eantrsildomgkvähfupåöbcyjxwzéqü
Thai       านรอกเง่ีมยล้วดทัส์ิตปบะคหแจพำุชข็ใึไืูโผธฐณศซถษฟภญฉฮฆฝๆฎฏฑฌฒฬๅ
Turkish    aeinrlıdkmyutsboüşzgğçhcvöpfjâîûwxq
Ukrainian  оаинвіретсклдпумязьбгйчхцжюєїщшфґ
`)

// language has the logarithm of how probable each of its letters is.
type language map[rune]float64

func languagesOf(table string) (all []language) {
	for line := range strings.Lines(strings.TrimSpace(table)) {
		_, order, _ := strings.Cut(line, " ")
		ranked := []rune(strings.TrimSpace(order))
		n := float64(len(ranked))
		l := make(language, len(ranked))
		for i, r := range ranked {
			l[r] = math.Log((math.Log(n+1) - math.Log(float64(i+1))) / n)
		}
		all = append(all, l)
	}
	return all
}
