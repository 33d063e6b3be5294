package main

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"text/template/parse"

	chart "helm.sh/helm/v4/pkg/chart/v2"
	releaseutil "helm.sh/helm/v4/pkg/release/v1/util"
)

// A mark is text that a template writes in front of what one of its lines writes: the number of the template,
// and that of the line. It consists of characters for private use, which no chart has.
const markFormat = "\U00100001%d:%d\U00100002"

var markPattern = regexp.MustCompile("\U00100001([0-9]+):([0-9]+)\U00100002")

// markedTemplates are the numbers of the templates that write marks, by their full names.
type markedTemplates map[string]int

// markTemplates lets the templates of a chart and its subcharts write marks. What `include` returns has none, unless
// it is a whole template: text in definitions may be compared, counted or hashed.
func (marked markedTemplates) markTemplates(loaded *chart.Chart) {
	for _, file := range loaded.Templates {
		name := path.Join(loaded.ChartFullPath(), file.Name)
		if strings.HasPrefix(path.Base(name), "_") || strings.HasSuffix(name, "NOTES.txt") {
			continue
		}
		number := len(marked)
		if text, err := markedText(name, string(file.Data), number); err == nil {
			file.Data = []byte(text)
			marked[name] = number
		}
	}
	for _, subchart := range loaded.Dependencies() {
		marked.markTemplates(subchart)
	}
}

// markedText writes a template again, with marks. White space that `{{-` trims is gone from the parsed text.
func markedText(name, text string, number int) (string, error) {
	tree := parse.New(name)
	tree.Mode = parse.SkipFuncCheck
	trees := map[string]*parse.Tree{}
	if _, err := tree.Parse(text, "", "", trees); err != nil {
		return "", err
	}
	writer := markWriter{text: text, number: number}
	writer.list(tree.Root)
	for defined, each := range trees {
		if defined != name {
			fmt.Fprintf(&writer.out, "{{define %q}}%s{{end}}", defined, each.Root)
		}
	}
	return writer.out.String(), nil
}

// markWriter writes the nodes of a template.
type markWriter struct {
	out    strings.Builder
	text   string
	number int
}

func (writer *markWriter) mark(line int) {
	fmt.Fprintf(&writer.out, markFormat, writer.number, line)
}

func (writer *markWriter) list(list *parse.ListNode) {
	if list == nil {
		return
	}
	for _, node := range list.Nodes {
		writer.node(node)
	}
}

func (writer *markWriter) node(node parse.Node) {
	line := 1 + strings.Count(writer.text[:node.Position()], "\n")
	writer.mark(line)
	switch node := node.(type) {
	case *parse.TextNode:
		for index, text := range strings.SplitAfter(string(node.Text), "\n") {
			if index > 0 {
				writer.mark(line + index)
			}
			writer.out.WriteString(text)
		}
	case *parse.IfNode:
		writer.branch("if", &node.BranchNode)
	case *parse.RangeNode:
		writer.branch("range", &node.BranchNode)
	case *parse.WithNode:
		writer.branch("with", &node.BranchNode)
	default:
		writer.out.WriteString(node.String())
	}
}

func (writer *markWriter) branch(keyword string, branch *parse.BranchNode) {
	fmt.Fprintf(&writer.out, "{{%s %s}}", keyword, branch.Pipe)
	writer.list(branch.List)
	if branch.ElseList != nil {
		writer.out.WriteString("{{else}}")
		writer.list(branch.ElseList)
	}
	writer.out.WriteString("{{end}}")
}

// takeMarks removes the marks from a rendered text, and returns the line of the template for each of its lines: that
// of the first character that is not white space; 0 if none is known.
func takeMarks(text string, number int) (string, []int) {
	var clean strings.Builder
	var lines []int
	current := 0
	for _, marked := range strings.Split(text, "\n") {
		if len(lines) > 0 {
			clean.WriteByte('\n')
		}
		line, from := 0, 0
		write := func(part string) {
			clean.WriteString(part)
			if line == 0 && strings.TrimSpace(part) != "" {
				line = current
			}
		}
		for _, at := range markPattern.FindAllStringSubmatchIndex(marked, -1) {
			write(marked[from:at[0]])
			from = at[1]
			if marked[at[2]:at[3]] == strconv.Itoa(number) {
				current, _ = strconv.Atoi(marked[at[4]:at[5]])
			}
		}
		write(marked[from:])
		lines = append(lines, line)
	}
	return clean.String(), lines
}

// documentLines are the lines of the template for each line of a document.
type documentLines struct {
	document string
	lines    []int
}

// linesOfDocuments divides the lines of a rendered text among its documents, as Helm divides the text.
func linesOfDocuments(text string, lines []int) []documentLines {
	var all []documentLines
	from := 0
	documents := releaseutil.SplitManifests(text)
	for index := range len(documents) {
		document := documents[fmt.Sprintf("manifest-%d", index)]
		at := strings.Index(text[from:], document)
		if at < 0 {
			break
		}
		from += at
		first := strings.Count(text[:from], "\n")
		count := 1 + strings.Count(document, "\n")
		all = append(all, documentLines{document, lines[first : first+count]})
		from += len(document)
	}
	return all
}

// lineMap gives the lines of documents by the name of their template.
type lineMap map[string][]documentLines

// takeAllMarks removes the marks from all rendered texts.
func (marked markedTemplates) takeAllMarks(files map[string]string) lineMap {
	all := lineMap{}
	for name, text := range files {
		number, isMarked := marked[name]
		if !isMarked {
			number = -1
		}
		clean, lines := takeMarks(text, number)
		files[name] = clean
		all[name] = linesOfDocuments(clean, lines)
	}
	return all
}

// numbersOf returns the lines of the template in place of the lines of a document, each document once.
func (all lineMap) numbersOf(name, document string) string {
	for index, each := range all[name] {
		if each.lines != nil && each.document == document {
			all[name][index].lines = nil
			return numbered(document, each.lines)
		}
	}
	return numbered(document, make([]int, 1+strings.Count(document, "\n")))
}

// numbered replaces the lines of a document by numbers, except those of white space: whatever trims the document does
// the same to the numbers.
func numbered(document string, numbers []int) string {
	lines := strings.Split(document, "\n")
	for index, line := range lines {
		if strings.TrimSpace(line) != "" {
			lines[index] = strconv.Itoa(numbers[index])
		}
	}
	return strings.Join(lines, "\n")
}
